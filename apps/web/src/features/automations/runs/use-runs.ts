import type { AutomationRun } from '@foyer/contracts/automations/automation.ts'
import { automationRunList, isRunListed } from '@foyer/contracts/automations/collections.rules.ts'
import { type RunState, runStates } from '@foyer/contracts/automations/states.rules.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'

export interface WantedRuns {
  /** Undefined: of all automations. */
  readonly automationId: string | undefined
  readonly state: RunState | undefined
}

export function stateOf(value: string): RunState | undefined {
  return runStates.find((one) => one === value)
}

const PAGE = 30

/** The runs, newest first, kept current. */
export function useRuns(
  organizationId: string,
  { automationId, state }: WantedRuns,
): LiveRows<AutomationRun, undefined> {
  const api = useApi()
  const filter = { ...(automationId !== undefined && { automationId }), ...(state !== undefined && { state }) }
  return useLiveCollection<AutomationRun>({
    id: `automation runs ${automationId ?? 'all'} ${state ?? 'any'}`,
    organizationId,
    collection: automationRunList,
    belongs: (run) => isRunListed(run, filter),
    read: async (cursor, signal) =>
      pageOf<AutomationRun>(
        await api('automationRuns', { query: { organizationId, limit: PAGE, ...filter, ...cursor }, signal }),
      ),
  })
}
