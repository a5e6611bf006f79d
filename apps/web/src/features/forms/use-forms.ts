import { formSubmissions, forms } from '@foyer/contracts/forms/collections.rules.ts'
import type { Form, FormSubmission } from '@foyer/contracts/forms/form.ts'
import { type SubmissionState, submissionStates } from '@foyer/contracts/forms/states.rules.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

/** The organization's forms, the newest first, kept current by the stream. */
export function useForms(organizationId: string): LiveRows<Form, undefined> {
  const api = useApi()
  return useLiveCollection({
    ...{ id: 'forms', organizationId, collection: forms, whole: true, belongs: () => true },
    read: async (cursor, signal) => pageOf(await api('forms', { query: { organizationId, ...cursor }, signal })),
  })
}

export interface WantedSubmissions {
  readonly form?: string
  readonly state?: string
}

/** The submissions that fit, the newest first, kept current by the stream. */
export function useSubmissions(
  organizationId: string,
  { form = '', state = '' }: WantedSubmissions = {},
): LiveRows<FormSubmission, undefined> {
  const api = useApi()
  const known = submissionStates.find((one): one is SubmissionState => one === state)
  const query = { organizationId, ...(form !== '' && { formId: form }), ...(known && { state: known }) }
  return useLiveCollection({
    ...{ id: `form submissions ${form} ${known ?? 'all'}`, organizationId, collection: formSubmissions },
    belongs: (one) => (form === '' || one.formId === form) && (known === undefined || one.state === known),
    read: async (cursor, signal) => pageOf(await api('formSubmissions', { query: { ...query, ...cursor }, signal })),
  })
}
