import FacecapCommands
import Glibc

FacecapProgram.serveIfAsked()
exit(await FacecapProgram.run())
