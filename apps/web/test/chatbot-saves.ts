/** The server's GraphQL, as far as it saves chatbots. */
import { CallError } from '../src/api/call-error.ts'
import type { Fetch } from '../src/api/fetch-helper.ts'
import type { RecordedCall } from './settings-world.tsx'

type Answer = ((asked: RecordedCall) => unknown) | undefined

/** Hands each mutation to `answer` as the call that the server makes of it, and records it. */
export function savesFlows(answer: Answer): { readonly fetch: Fetch; readonly posted: readonly RecordedCall[] } {
  const posted: RecordedCall[] = []
  const fetch: Fetch = async (path, init) => {
    const { query, variables } = JSON.parse(String(init?.body))
    if (path !== '/api/main/graphql' || !String(query).startsWith('mutation SaveChatbotFlow'))
      throw new Error(`${path} was not expected`)
    const { organizationId, flow: given } = variables
    const { revision, ...flow } = given
    const body = { organizationId, flow, ...(revision !== undefined && { revision }) }
    const idempotencyKey = new Headers(init?.headers).get('idempotency-key') ?? ''
    const asked = { name: 'saveChatbotFlow', query: {}, body, idempotencyKey }
    posted.push(asked)
    if (answer === undefined) throw new Error('No save was expected')
    try {
      const { data } = (await answer(asked)) as { data: unknown }
      return Response.json({ data: { saveChatbotFlow: data } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { reason, data, detail } = error
      return Response.json({ data: null, errors: [{ message: detail ?? '', extensions: { reason, data } }] })
    }
  }
  return { fetch, posted }
}
