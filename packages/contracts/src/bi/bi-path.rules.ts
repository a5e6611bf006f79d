/** Limits of BI dashboards, for API and browser. */

export const BI_TITLE_MAX = 120
export const BI_PATH_MAX = 300
/** The part of the address that is signed: no host, no query and no way up. */
export const BI_PATH = /^\/embed\/[\w/:-]+$/
