/** Code of the app that is a file of its own, and isn't there. */

/** What the browsers say of it; whatever else a file breaks with has happened in it, so it is there. */
const ABSENT =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/

export function saysAbsent(message: unknown): boolean {
  return typeof message === 'string' && ABSENT.test(message)
}

/** Whether the server's page begins with another script than this tab did: whatever that needed may be gone. */
export function isNewerPage(page: string, ownScript: string): boolean {
  return page.includes('id="root"') && !page.includes(new URL(ownScript).pathname)
}
