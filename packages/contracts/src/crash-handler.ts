/** Logs an uncaught error and ends the process. */

interface Log {
  fatal(fields: { readonly err: unknown }, words: string): void
}

/**
 * Logs the error and exits as Node would. Node itself prints the error's message, which may quote a patient; the log does
 * not. [SEC-11]
 */
export function exitOnUncaught(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'uncaught error: the process exits')
      process.exit(1)
    })
}
