/** Logs an uncaught error and ends the process. */

interface Log {
  fatal(fields: { readonly err: unknown }, words: string): void
}

/**
 * Exits as Node would, after logging the error. Node itself prints the error's message, which may quote a patient; the
 * log does not. [SEC-11]
 */
export function exitOnUncaught(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'uncaught error: the process exits')
      process.exit(1)
    })
}
