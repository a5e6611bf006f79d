import type { Answered } from '@foyer/contracts/forms/answers.rules.ts'
import { formSubmissions } from '@foyer/contracts/forms/collections.rules.ts'
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

interface OpenedSubmission {
  /** The submission alone, kept current by the stream. */
  readonly rows: LiveRows<FormSubmission, readonly Answered[]>
  /** They never change, so no event has them. Undefined until they were read: a remembered submission has none. */
  readonly answers: readonly Answered[] | undefined
}

export function useSubmission(organizationId: string, submissionId: string): OpenedSubmission {
  const api = useApi()
  const rows = useLiveCollection<FormSubmission, readonly Answered[]>({
    ...{ id: `form submission ${submissionId}`, organizationId, collection: formSubmissions },
    belongs: ({ _id }) => _id === submissionId,
    read: async (_cursor, signal) => {
      const { data, ...reply } = await api('formSubmission', { query: { organizationId, submissionId }, signal })
      const { answers, response: _, ...submission } = data
      return { ...pageOf({ ...reply, data: [submission], cursor: null }), tally: answers }
    },
  })
  return { rows, answers: rows.tally }
}
