/** The sites that may embed a clinic's chat, for the `frame-ancestors` directive. */

/** Scheme, host and optional port, without characters that could end the directive. */
const SITE = /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

/** The value of `frame-ancestors`: our own pages and the clinic's sites; `*` allows any site, for demos. */
export function frameAncestors(sites: readonly string[]): string {
  if (sites.includes('*')) return '*'
  return ["'self'", ...sites.map((site) => site.toLowerCase()).filter((site) => SITE.test(site))].join(' ')
}
