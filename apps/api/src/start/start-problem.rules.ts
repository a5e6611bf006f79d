/** Explains a failed start in one sentence that names the remedy. */
import { StartRefusal } from '@foyer/contracts/environment.ts'

export function startProblem(error: unknown, port: number, what = 'The API did not start'): string {
  if (error instanceof StartRefusal) return error.message
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop what listens there, or set PORT.`
    case 'EACCES':
    case 'EPERM':
      return isOfPort(error)
        ? `Port ${port} may not be used by this user: set another PORT.`
        : 'DATA_DIR may not be written by this user: give it the rights, or set another DATA_DIR.'
    case 'EROFS':
      return 'DATA_DIR is on a disk that can only be read.'
    case 'ENOTDIR':
    case 'EEXIST':
      return 'DATA_DIR is no folder: there is a file in its place or on the way to it.'
    case 'ENOENT':
      // A missing folder is created; this error means that it could not be.
      return isOfFolder(error) ? 'DATA_DIR can not be made there: set another DATA_DIR.' : unforeseen(error, what)
    case 'ENOSPC':
    case '53100':
      return 'There is no space left on the disk of DATA_DIR.'
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EHOSTUNREACH':
    case 'ETIMEDOUT':
      return 'PostgreSQL can not be reached: check DATABASE_URL and that the server runs.'
    case '28P01':
    case '28000':
      return 'PostgreSQL refuses the user or password of DATABASE_URL.'
    case '3D000':
      return 'The database of DATABASE_URL does not exist.'
    default:
      return unforeseen(error, what)
  }
}

/** Child processes report system errors as text over several lines. */
const NO_SPACE = /No space left on device|Check free disk space|could not extend file/

function unforeseen(error: unknown, what: string): string {
  if (!(error instanceof Error)) return `${what}.`
  if (NO_SPACE.test(error.message)) return startProblem(Object.assign(new Error(), { code: 'ENOSPC' }), 0)
  return `${what}: ${error.message.split('\n')[0]}`
}

const isOfPort = (error: unknown) => syscallOf(error) === 'listen'
const isOfFolder = (error: unknown) => syscallOf(error) === 'mkdir'

function syscallOf(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? error.syscall : undefined
}

/** A host name with several addresses fails with an AggregateError. */
function codeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? error.code : undefined
}
