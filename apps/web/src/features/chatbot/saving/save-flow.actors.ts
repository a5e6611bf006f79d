/** [OPEN-034] A draft is saved by the mutation of GraphQL. */
import type { ChatbotFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { SAVE_CHATBOT_FLOW } from '@foyer/contracts/graphql-operations.rules.ts'
import type { AskGraphql } from '../../../api/graphql.ts'
import { callFailure } from '../../../api/graphql-failure.rules.ts'
import type { NewFlow } from '../exported.rules.ts'

interface Asked {
  readonly organizationId: string
  /** Without an id it is a new chatbot. */
  readonly flow: NewFlow | Flow
  /** The revision that it was made on; a new chatbot has none. */
  readonly revision?: number
}

type Saved = Pick<ChatbotFlow, '_id' | 'revision' | 'updatedAt'> & {
  readonly updatedBy: { readonly name: string } | null
}
export type SaveFlow = (asked: Asked, idempotencyKey: string) => Promise<Saved>

/** Its failures are those of a call. */
export function flowSaver(ask: AskGraphql): SaveFlow {
  return async ({ organizationId, flow, revision }, idempotencyKey) => {
    const variables = { organizationId, flow: revision === undefined ? flow : { ...flow, revision } }
    const headers = { organizationid: organizationId, 'idempotency-key': idempotencyKey }
    try {
      const asked = { query: SAVE_CHATBOT_FLOW, variables, headers }
      return (await ask<{ saveChatbotFlow: Saved }>(asked)).saveChatbotFlow
    } catch (failure) {
      throw callFailure('Failed to save chatbot', failure)
    }
  }
}
