import type { AutomationDetail } from '@foyer/contracts/automations/automation.ts'
import { isRefused } from '../../parts/failure-message.rules.ts'
import { useServices } from '../../parts/services.tsx'
import { useLiveCollection } from '../../parts/use-live-collection.ts'

/** The saved automation with its draft, kept current. */
export function useAutomation(organizationId: string, automationId: string) {
  const { api } = useServices()
  const { data, ...rows } = useLiveCollection<AutomationDetail>({
    id: `automation ${automationId}`,
    organizationId,
    // An event carries no draft and no versions, so the automation is read again.
    collection: { key: ({ _id }) => _id, order: () => 0, select: () => [] },
    outdates: (event) => event.type === 'automation.changed' && event.data._id === automationId,
    read: async (_, signal) => {
      const { data: read, epoch, asOf } = await api('automation', { query: { organizationId, automationId }, signal })
      return { items: [read], cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
  const isAbsent = rows.isError && (isRefused(rows.error, 'not_found') || isRefused(rows.error, 'not_valid'))
  return { ...rows, data: data?.[0], isAbsent }
}
