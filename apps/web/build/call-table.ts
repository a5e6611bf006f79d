import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import { calls } from '@foyer/contracts/calls.ts'
import type { Plugin } from 'vite'

/** The first page's calls, and the calls that load with the first call of another page. */
const FIRST = 'virtual:calls'
const LATER = 'virtual:later-calls'
const OF_THE_FIRST_PAGE =
  /^\/api\/(inbox\/(?!next-patient$|holds\/)|notices$|teams$|services\/auth\/|main\/validate-login$)/

/**
 * Gives the browser the call data of the contracts (method, path, error message) without the schemas, so that zod is
 * not shipped. The types come from the same contracts by `import type`.
 */
export function callTable(): Plugin {
  return {
    name: 'call-table',
    resolveId: (id) => (id === FIRST || id === LATER ? `\0${id}` : null),
    load: (id) =>
      id === `\0${FIRST}` || id === `\0${LATER}`
        ? `export default ${JSON.stringify(table(id === `\0${FIRST}`))}`
        : null,
  }
}

/**
 * Staff screens make all other calls with a bearer token; relays, carriers and the chat page have their own clients,
 * and the sign-in page has no token yet. Values that most calls share are left out, because much of the table loads
 * with the first screen.
 */
const OTHERS: readonly Access[] = ['public', 'relay', 'carrier', 'fax', 'google', 'visitor']
/** The calls of the session itself, before there is a bearer token. */
const WITH_COOKIE: readonly string[] = ['profile', 'accessToken', 'sessionLife', 'noteActivity']

function table(first: boolean) {
  const rows = Object.entries<AnyCall>(calls)
    .filter(([name, { access }]) => !OTHERS.includes(access) && !WITH_COOKIE.includes(name))
    .filter(([, { path }]) => OF_THE_FIRST_PAGE.test(path) === first)
    .map(([name, { method, path, failure, serverExplains: explained, form, files, reply }]) => [
      name,
      { method, path, failure, explained, form, files: files?.part, bare: isEnveloped(reply) ? undefined : true },
    ])
  return Object.fromEntries(rows)
}

/** [OPEN-047] True if an answer is `{ code: "ok", data }`. */
function isEnveloped(reply: AnyCall['reply']): boolean {
  return 'shape' in reply && Object.hasOwn(Object(reply.shape), 'code')
}
