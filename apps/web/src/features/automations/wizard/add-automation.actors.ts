/** [OPEN-033] A new automation is saved by the mutation of GraphQL. */
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { SAVE_AUTOMATION } from '@foyer/contracts/graphql-operations.rules.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import { CallError } from '../../../api/call-error.ts'
import type { AskGraphql } from '../../../api/graphql.ts'
import { callFailure } from '../../../api/graphql-failure.rules.ts'

interface NewAutomation extends Definition {
  readonly organizationId: string
  readonly name: string
  readonly tell: readonly string[]
  /** The same for each try. */
  readonly key: string
}

export interface Added {
  readonly automationId: string
  /** It was added as it was before the last changes. */
  readonly isFormer: boolean
}

export type Add = (added: NewAutomation) => Promise<Added>

/**
 * Adds an automation once for each key. If the answer was lost, or the store broke off, it may be there already, so the next try
 * asks for the same again, whatever was typed meanwhile, and the server names the one that it added.
 */
export function adderOf(ask: AskGraphql): Add {
  const tried = new Map<string, NewAutomation>()
  return async (asked) => {
    const first = tried.get(asked.key) ?? asked
    tried.set(asked.key, first)
    try {
      const automationId = await addAutomation(ask, first)
      return { automationId, isFormer: JSON.stringify(first) !== JSON.stringify(asked) }
    } catch (error) {
      if (isRefusal(error)) tried.delete(asked.key)
      throw error
    }
  }
}

/** Refusals that leave open whether an earlier try added it, or tell that one did. */
const OPEN: ReadonlySet<Reason> = new Set(['in_progress', 'key_reused', 'rate_limited', 'no_session'])
const BROKEN = 500

/** Nothing was added. A server that breaks off may have added it: the connection to its store ends during a commit too. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.reason !== undefined && error.status < BROKEN && !OPEN.has(error.reason)
}

/** The id of the automation that was added. */
async function addAutomation(ask: AskGraphql, added: NewAutomation): Promise<string> {
  const { organizationId, key, ...automation } = added
  const request = {
    ...{ query: SAVE_AUTOMATION, variables: { organizationId, automation } },
    headers: { organizationid: organizationId, 'idempotency-key': key },
  }
  try {
    const { saveAutomation } = await ask<{ saveAutomation: { _id: string } }>(request)
    return saveAutomation._id
  } catch (failure) {
    throw callFailure('Failed to save the automation', failure)
  }
}
