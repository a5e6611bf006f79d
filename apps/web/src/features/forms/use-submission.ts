import type { Answered } from '@foyer/contracts/forms/answers.rules.ts'
import { formSubmissions } from '@foyer/contracts/forms/collections.rules.ts'
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import { useState } from 'react'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

interface OpenedSubmission {
  /** The submission alone, kept current by the stream. */
  readonly rows: LiveRows<FormSubmission, undefined>
  /** They never change, so no event has them. */
  readonly answers: readonly Answered[]
}

export function useSubmission(organizationId: string, submissionId: string): OpenedSubmission {
  const api = useApi()
  const [answers, setAnswers] = useState<readonly Answered[]>([])
  const rows = useLiveCollection({
    ...{ id: `form submission ${submissionId}`, organizationId, collection: formSubmissions },
    belongs: ({ _id }) => _id === submissionId,
    read: async (_cursor, signal) => {
      const { data, ...reply } = await api('formSubmission', { query: { organizationId, submissionId }, signal })
      const { answers: answered, response: _, ...submission } = data
      setAnswers(answered)
      return pageOf({ ...reply, data: [submission], cursor: null })
    },
  })
  return { rows, answers }
}
