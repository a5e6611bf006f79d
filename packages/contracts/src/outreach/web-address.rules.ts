/** Addresses of web pages that staff write. */

export const ADDRESS_MAX = 2048

/** An http or https address without a user part. A `javascript:` address is none. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' && hostname !== ''
}

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** The name of a host in lower case, such as `clinic.example`, without port and path. */
export function isHostName(text: string): boolean {
  return HOST.test(text)
}
