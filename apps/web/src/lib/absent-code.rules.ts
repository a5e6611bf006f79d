/** Detects that a code file of the app could not be loaded. */

/** The browsers' messages for a missing file. Any other error was thrown by the file's own code, so the file exists. */
const ABSENT =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

export function saysAbsent(message: unknown): boolean {
  return typeof message === 'string' && ABSENT.test(message)
}

/** True if the server's page loads another script than this tab did: older files may be gone. */
export function isNewerPage(page: string, ownScript: string): boolean {
  return page.includes('id="root"') && !page.includes(new URL(ownScript).pathname)
}
