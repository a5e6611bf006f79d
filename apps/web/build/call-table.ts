import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import { calls } from '@foyer/contracts/calls.ts'
import type { Plugin } from 'vite'

/** What the first page asks for, and what comes with the first call of a page beyond it. */
const FIRST = 'virtual:calls'
const LATER = 'virtual:later-calls'
const OF_THE_FIRST_PAGE = /^\/api\/(inbox\/|services\/auth\/|main\/validate-login$)/

/**
 * Gives the browser what it needs of the contracts to make a call (method, path, what it throws) and none of their
 * schemas, so that zod never ships. The types come from the same contracts by `import type`.
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
 * The calls that a screen of the staff makes with its bearer; relays, carriers and the chat's page have their own clients,
 * and who signs in has none yet. What most calls say alike is left out: much of it is fetched with the first screen.
 */
const OTHERS: readonly Access[] = ['public', 'relay', 'carrier', 'visitor']
/** What the session itself asks, before there is a bearer. */
const WITH_COOKIE: readonly string[] = ['profile', 'accessToken', 'sessionLife', 'noteActivity']

function table(first: boolean) {
  const rows = Object.entries<AnyCall>(calls)
    .filter(([name, { access }]) => !OTHERS.includes(access) && !WITH_COOKIE.includes(name))
    .filter(([, { path }]) => OF_THE_FIRST_PAGE.test(path) === first)
    .map(([name, { method, path, failure, form, files, reply }]) => [
      name,
      { method, path, failure, form, files: files?.part, bare: isEnveloped(reply) ? undefined : true },
    ])
  return Object.fromEntries(rows)
}

/** [OPEN-047] Whether an answer is `{ code: "ok", data }`. */
function isEnveloped(reply: AnyCall['reply']): boolean {
  return 'shape' in reply && Object.hasOwn(Object(reply.shape), 'code')
}
