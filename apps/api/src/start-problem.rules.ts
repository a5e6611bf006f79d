/** Why a start failed, in one sentence that says what to do. */
import { StartRefusal } from '@foyer/contracts/environment.ts'

export function startProblem(error: unknown, port: number): string {
  if (error instanceof StartRefusal) return error.message
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop what listens there, or set PORT.`
    case 'EACCES':
    case 'EPERM':
      return 'A file or port may not be used by this user: check PORT and the rights on DATA_DIR.'
    case 'EROFS':
      return 'DATA_DIR is on a disk that can only be read.'
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
      return unforeseen(error)
  }
}

/** A child process tells in its own words, over many lines, what the system told it. */
const NO_SPACE = /No space left on device|Check free disk space|could not extend file/

function unforeseen(error: unknown): string {
  if (!(error instanceof Error)) return 'The API did not start.'
  if (NO_SPACE.test(error.message)) return startProblem(Object.assign(new Error(), { code: 'ENOSPC' }), 0)
  return `The API did not start: ${error.message.split('\n')[0]}`
}

/** Several addresses of one name fail together. */
function codeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? error.code : undefined
}
