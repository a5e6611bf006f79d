/** What a process says when something went wrong that nobody foresaw. */

interface Log {
  fatal(fields: { readonly err: unknown }, words: string): void
}

/** [SEC-11] Node's own last words repeat the error's message, and that may quote a patient. The log's don't; then it ends as Node would. */
export function endOnUnforeseen(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'this was not foreseen, and the process ends')
      process.exit(1)
    })
}
