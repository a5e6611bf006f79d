import { importList } from '@foyer/contracts/imports/collections.rules.ts'
import type { Import, ImportProgress } from '@foyer/contracts/imports/imports.ts'
import { useRef } from 'react'
import type { Question } from '../../parts/query-state.tsx'
import { useApi } from '../../parts/services.tsx'
import { useLiveCollection } from '../../parts/use-live-collection.ts'

export interface ImportQuestion extends Question<Import> {
  /** Takes in the answer to a call of this person. */
  readonly put: (epoch: string, told: Import) => void
}

/** Events carry no cells, so that columns of other headers are read again. */
const headersOf = ({ columns, sheet, headerRow }: ImportProgress) =>
  JSON.stringify([sheet, headerRow, columns.map(({ header }) => header)])

/** One import, kept current. */
export function useImport(organizationId: string, importId: string): ImportQuestion {
  const api = useApi()
  const headers = useRef<string | null>(null)
  const own = (event: Parameters<typeof importList.select>[0]) =>
    importList.select(event).filter(({ _id }) => _id === importId)
  const { data, put, ...question } = useLiveCollection<Import>({
    id: `import ${importId}`,
    organizationId,
    collection: {
      ...importList,
      select: (event) => own(event).map((told) => ({ ...told, columns: told.columns.map(withoutSample) })),
    },
    outdates: (event) => own(event).some((told) => headersOf(told) !== headers.current),
    read: async (_, signal) => {
      const answer = await api('importOne', { query: { organizationId, importId }, signal })
      headers.current = headersOf(answer.data)
      return { items: [answer.data], cursor: null, epoch: answer.epoch, seq: answer.asOf, tally: undefined }
    },
  })
  return { ...question, data: data?.[0], put: (epoch, told) => put(epoch, [told]) }
}

const withoutSample = (column: ImportProgress['columns'][number]): Import['columns'][number] => ({
  ...column,
  sample: [],
})
