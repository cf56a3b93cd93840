import FacecapCommands
import Glibc

exit(await FacecapProgram.run(Array(CommandLine.arguments.dropFirst())))
