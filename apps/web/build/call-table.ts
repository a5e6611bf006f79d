import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import { calls } from '@foyer/contracts/calls.ts'
import type { Plugin } from 'vite'

const VIRTUAL = 'virtual:calls'

/**
 * Gives the browser what it needs of the contracts to make a call (method, path, what it throws) and none of their
 * schemas, so that zod never ships. The types come from the same contracts by `import type`.
 */
export function callTable(): Plugin {
  return {
    name: 'call-table',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : null),
    load: (id) => (id === `\0${VIRTUAL}` ? `export default ${JSON.stringify(table())}` : null),
  }
}

/**
 * The calls that a screen of the staff makes with its bearer; relays, carriers and the chat's page have their own clients,
 * and who signs in has none yet. What most calls say alike is left out: all of it is fetched with the first screen.
 */
const OTHERS: readonly Access[] = ['public', 'relay', 'carrier', 'visitor']
/** What the session itself asks, before there is a bearer. */
const WITH_COOKIE: readonly string[] = ['profile', 'accessToken', 'sessionLife', 'noteActivity']

function table() {
  const rows = Object.entries<AnyCall>(calls)
    .filter(([name, { access }]) => !OTHERS.includes(access) && !WITH_COOKIE.includes(name))
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
