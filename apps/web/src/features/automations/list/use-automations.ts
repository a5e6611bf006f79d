import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { useMemo } from 'react'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import { type AutomationPart, automationParts, knownOf, partOf } from './automation-rows.rules.ts'

/** The organization's automations in their order, and whether all are paused; the stream keeps both current. */
export function useAutomations(organizationId: string) {
  const api = useApi()
  const { data, put, ...rows } = useLiveCollection<AutomationPart>({
    id: 'automations',
    organizationId,
    collection: automationParts,
    read: async (_, signal) => {
      const answer = await api('automations', { query: { organizationId }, signal })
      const items = [...answer.data.map(partOf.automation), partOf.pause(answer.pause)]
      return { items, cursor: null, epoch: answer.epoch, seq: answer.asOf, tally: undefined }
    },
  })
  const known = useMemo(() => (data === undefined ? undefined : knownOf(data)), [data])
  return {
    ...rows,
    data: known?.automations,
    pause: known?.pause ?? null,
    /** Applies the answer to a call of this member. */
    take: (epoch: string, automations: readonly Automation[]) => put(epoch, automations.map(partOf.automation)),
    takePause: (epoch: string, pause: Parameters<typeof partOf.pause>[0]) => put(epoch, [partOf.pause(pause)]),
  }
}
export type Automations = ReturnType<typeof useAutomations>
