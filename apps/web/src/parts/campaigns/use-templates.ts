import { templateList } from '@foyer/contracts/campaign/collections.rules.ts'
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { useMemo } from 'react'
import { useApi } from '../services.tsx'
import { type LiveRows, useLiveCollection } from '../use-live-collection.ts'

/** The organization's notifier templates by name, kept current. */
export function useTemplates(organizationId: string): LiveRows<NotifierTemplate, undefined> {
  const api = useApi()
  const { data, ...rows } = useLiveCollection<NotifierTemplate>({
    id: 'templates',
    organizationId,
    collection: templateList,
    whole: true,
    read: async (_, signal) => {
      const query = { query: JSON.stringify({ organizationId }) }
      const { data: items, epoch, asOf } = await api('notifierTemplates', { query, signal })
      return { items, cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
  const shown = useMemo(() => data?.filter(({ deleted }) => !deleted), [data])
  return { ...rows, data: shown }
}
