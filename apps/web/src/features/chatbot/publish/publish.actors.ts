/** The calls that check and publish a draft. */
import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { fromPromise } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import type { Api } from '../../../api/client.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { HasProblems, type PublishRequest, publishMachine } from './publish.machine.ts'

interface PublishDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly flow: Flow
  /** The draft as it was saved, or an earlier version. */
  readonly from: { readonly revision: number } | { readonly number: number }
}

export function publishingOf({ api, organizationId, flow, from }: PublishDependencies) {
  return publishMachine.provide({
    actors: {
      check: fromPromise<readonly Finding[]>(async ({ signal }) => {
        const { data } = await api('checkChatbot', { body: { organizationId, flow }, signal })
        // A port that is absent is not there, as the schema has it.
        return data.findings as readonly Finding[]
      }),
      publish: fromPromise<{ readonly number: number }, PublishRequest>(async ({ input: { note, key } }) => {
        try {
          const body = { organizationId, note, ...from }
          const asked = { params: { flowId: flow._id }, body, idempotencyKey: key }
          return (await api('publishChatbot', asked)).data
        } catch (error) {
          if (error instanceof CallError && isRefused(error, 'has_problems'))
            throw new HasProblems((error.data as { findings: Finding[] }).findings)
          throw error
        }
      }),
    },
  })
}
