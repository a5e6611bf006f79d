/** The call that saves a draft. */
import type { ChatbotFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { createActor, fromPromise } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import { mayPass } from '../../../api/retry.rules.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { draftOf } from './draft.rules.ts'
import {
  DraftGone,
  type DraftSavingActor,
  draftSavingMachine,
  NewerDraft,
  NotReached,
  type SavedDraft,
  type SaveRequest,
} from './draft-saving.machine.ts'
import type { SaveFlow } from './save-flow.actors.ts'

interface SavingDependencies {
  readonly save: SaveFlow
  readonly organizationId: string
  readonly newId: () => string
  readonly saved: SavedDraft
  /** Changed in an earlier visit, and not saved. */
  readonly kept: Flow | null
}

export function startSaving({ save, organizationId, newId, saved, kept }: SavingDependencies): DraftSavingActor {
  const machine = draftSavingMachine.provide({
    actors: {
      save: fromPromise<SavedDraft, SaveRequest>(async ({ input: { flow, revision } }) => {
        try {
          const saved = await save({ organizationId, flow, revision }, newId())
          return { flow, revision: saved.revision, by: saved.updatedBy?.name ?? null, at: saved.updatedAt }
        } catch (error) {
          throw told(error)
        }
      }),
    },
  })
  return createActor(machine, { input: { saved, ...(kept !== null && { flow: kept }) } }).start()
}

function told(error: unknown): unknown {
  if (error instanceof CallError && isRefused(error, 'stale')) return new NewerDraft(draftOf(error.data as ChatbotFlow))
  if (isRefused(error, 'not_found')) return new DraftGone('The chatbot was deleted')
  return mayPass(error) ? new NotReached('The server was not reached') : error
}
