import FacecapCommands
import Glibc

exit(await FacecapProgram.run())
