/** [SEC-07] Which addresses the relay may reach: nothing of an address is interpreted, it must be written as we would. */

/** What has no second meaning to anybody: no escapes, no backslash, no `@`, no space, no line. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)+$/
/** After the question mark nothing leads elsewhere any more; a fragment would not be sent. */
const PLAIN_QUERY = /^[A-Za-z0-9_.~!$&'()*+,;:@/?=%[\]-]*$/

interface RelaySettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** `/v3/mail/send`: that path and what lies below it. */
  readonly relayPaths: readonly string[]
}

/** Whether it is the service's own address, letter by letter, and below a path that was opened. */
export function isRelayTarget(url: string, { baseUrl, relayPaths }: RelaySettings): boolean {
  if (!url.startsWith(`${baseUrl}/`)) return false
  const rest = url.slice(baseUrl.length)
  const mark = rest.indexOf('?')
  const path = mark < 0 ? rest : rest.slice(0, mark)
  const query = mark < 0 ? '' : rest.slice(mark + 1)
  if (!PLAIN_PATH.test(path) || !PLAIN_QUERY.test(query)) return false
  return relayPaths.some((open) => path === open || path.startsWith(`${open}/`))
}
