// SPDX-License-Identifier: Apache-2.0
// SDL 2 without linking to it: its functions are looked up at run time, in a table.
#ifndef FACECAP_CSDL_SHIM_H
#define FACECAP_CSDL_SHIM_H

#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <dlfcn.h>

/// Every function of SDL that is called.
#define FACECAP_SDL_FUNCTIONS(function)                                                          \
    function(CreateRenderer) function(CreateTexture) function(CreateWindow)                      \
    function(DestroyRenderer) function(DestroyTexture) function(DestroyWindow)                   \
    function(GetDisplayUsableBounds) function(GetError) function(GL_GetProcAddress)              \
    function(GetRendererInfo) function(GetRendererOutputSize) function(GetWindowDisplayIndex)    \
    function(InitSubSystem) function(PollEvent) function(QuitSubSystem) function(RenderClear)    \
    function(RenderCopy) function(RenderCopyEx) function(RenderFillRects)                        \
    function(RenderPresent) function(RenderSetClipRect) function(SetHint)                        \
    function(SetRenderDrawColor) function(SetTextureScaleMode) function(SetWindowFullscreen)     \
    function(SetWindowPosition) function(SetWindowSize) function(SetYUVConversionMode)           \
    function(ShowWindow) function(UpdateNVTexture) function(UpdateTexture)                       \
    function(UpdateYUVTexture)

#define FACECAP_SDL_FIELD(name) __typeof__(SDL_##name) *_Nullable name;

/// The functions of the loaded library by their names without `SDL_`.
typedef struct FacecapSDL {
    FACECAP_SDL_FUNCTIONS(FACECAP_SDL_FIELD)
} FacecapSDL;

/// Loads the library, which stays loaded, and fills the table.
///
/// Returns 0; or -1 where there is no library, or -2 where it lacks a function: then the table is not
/// to be used.
static inline int facecap_sdl_load(FacecapSDL *_Nonnull sdl) {
    void *library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return -1;
#define FACECAP_SDL_LOOK_UP(name)                                                                \
    sdl->name = (__typeof__(SDL_##name) *)dlsym(library, "SDL_" #name);                          \
    if (sdl->name == NULL) return -2;
    FACECAP_SDL_FUNCTIONS(FACECAP_SDL_LOOK_UP)
#undef FACECAP_SDL_LOOK_UP
    return 0;
}

/// Leaves what is to be done about a broken connection to its own function.
static inline int facecap_sdl_leave_error(void *_Nullable display) {
    (void)display;
    return 0;
}

/// Has `lost` called instead of `exit` when the X server of a window goes, from then on without effect; where there is
/// no X server, or a libX11 before 1.7, nothing changes.
static inline void facecap_sdl_outlive_screen(
    SDL_Window *_Nonnull window,
    void (*_Nonnull lost)(void *_Nullable display, void *_Nullable context), void *_Nullable context) {
    // The beginning of `SDL_SysWMinfo`, whose header needs those of X11.
    struct {
        SDL_version version;
        int subsystem;
        union {
            void *display;
            unsigned char room[64];
        } info;
    } window_info = {0};
    SDL_VERSION(&window_info.version);
    void *sdl = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_NOLOAD);
    void *xlib = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (sdl == NULL || xlib == NULL) return;
    int (*look_up)(SDL_Window *, void *) =
        (int (*)(SDL_Window *, void *))dlsym(sdl, "SDL_GetWindowWMInfo");
    void (*set)(void *, void (*)(void *, void *), void *) =
        (void (*)(void *, void (*)(void *, void *), void *))dlsym(xlib, "XSetIOErrorExitHandler");
    void *(*set_error)(int (*)(void *)) = (void *(*)(int (*)(void *)))dlsym(xlib, "XSetIOErrorHandler");
    const int x11 = 2;
    if (look_up == NULL || set == NULL || set_error == NULL || !look_up(window, &window_info)
        || window_info.subsystem != x11 || window_info.info.display == NULL)
        return;
    set(window_info.info.display, lost, context);
    // The default one ends the process before the other is asked.
    set_error(facecap_sdl_leave_error);
}

/// In the middle of the screen. The corresponding C macro is `SDL_WINDOWPOS_CENTERED_DISPLAY`.
static const int facecap_sdl_centered = SDL_WINDOWPOS_CENTERED_MASK;

/// The name of the OpenGL driver in use; `NULL` where that cannot be told.
static inline const char *_Nullable facecap_sdl_gl_driver(const FacecapSDL *_Nonnull sdl) {
    const unsigned char *(*look_up)(unsigned int) =
        (const unsigned char *(*)(unsigned int))sdl->GL_GetProcAddress("glGetString");
    const unsigned int renderer = 0x1F01;
    return look_up == NULL ? NULL : (const char *)look_up(renderer);
}

#endif
