/** Whose pages may show a clinic's chat, as a browser is told. */

/** A scheme, a host and maybe a port: nothing that could end the directive and begin another. */
const SITE = /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

/** The value of `frame-ancestors`: our own pages, and the clinic's; `*` is any, for a demo. */
export function frameAncestors(sites: readonly string[]): string {
  if (sites.includes('*')) return '*'
  return ["'self'", ...sites.map((site) => site.toLowerCase()).filter((site) => SITE.test(site))].join(' ')
}
