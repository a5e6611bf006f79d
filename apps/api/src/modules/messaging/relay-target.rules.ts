/**
 * [SEC-07] The addresses that the relay may call. The check compares text and parses nothing, so that no two parsers
 * can disagree.
 */

/** A path without characters that parsers read differently: no escapes, backslash, `@`, space or line break. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)+$/
/** A query cannot change the target; a fragment is refused, because it would not be sent. */
const PLAIN_QUERY = /^[A-Za-z0-9_.~!$&'()*+,;:@/?=%[\]-]*$/

interface RelaySettings {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** For example `/v3/mail/send`: this path and those below it. */
  readonly relayPaths: readonly string[]
}

/** Whether the address starts with the service's own, literally, and its path is allowed. */
export function isRelayTarget(url: string, { baseUrl, relayPaths }: RelaySettings): boolean {
  if (!url.startsWith(`${baseUrl}/`)) return false
  const rest = url.slice(baseUrl.length)
  const mark = rest.indexOf('?')
  const path = mark < 0 ? rest : rest.slice(0, mark)
  const query = mark < 0 ? '' : rest.slice(mark + 1)
  if (!PLAIN_PATH.test(path) || !PLAIN_QUERY.test(query)) return false
  return relayPaths.some((open) => path === open || path.startsWith(`${open}/`))
}
