/** [OPEN-033] A new automation is saved by the mutation of GraphQL. */
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { SAVE_AUTOMATION } from '@foyer/contracts/graphql-operations.rules.ts'
import { CallError } from '../../../api/call-error.ts'
import type { GraphqlError, GraphqlRequest } from '../../../api/graphql.ts'

/** Asks the main API's GraphQL. */
export type AskGraphql = <Data>(request: GraphqlRequest) => Promise<Data>

interface NewAutomation extends Definition {
  readonly organizationId: string
  readonly name: string
  readonly tell: readonly string[]
  /** The same for each try. */
  readonly key: string
}

/** The id of the automation that was added. */
export async function addAutomation(ask: AskGraphql, added: NewAutomation): Promise<string> {
  const { organizationId, key, ...automation } = added
  const request = {
    ...{ query: SAVE_AUTOMATION, variables: { organizationId, automation } },
    headers: { organizationid: organizationId, 'idempotency-key': key },
  }
  try {
    const { saveAutomation } = await ask<{ saveAutomation: { _id: string } }>(request)
    return saveAutomation._id
  } catch (errors) {
    throw Array.isArray(errors) ? refusalOf(errors as readonly GraphqlError[]) : errors
  }
}

/** The first error as a refused call, so that it has the same sentences. */
function refusalOf([first]: readonly GraphqlError[]): CallError {
  const { reason, requestId, data } = first?.extensions ?? {}
  const body = { message: first?.message, reason, requestId, data }
  return new CallError('Failed to save the automation', 422, body)
}
