// SPDX-License-Identifier: Apache-2.0
import FacecapCommands
import Glibc

FacecapProgram.serveIfAsked()
exit(await FacecapProgram.run())
