import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { useSubmission } from '../../lib/use-submission.ts'
import { isRefused } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { bodyOf, draftOf, isSameDraft, type TemplateDraft } from './template-draft.rules.ts'
import { templateAddress } from './template-words.rules.ts'

interface Saved {
  readonly organizationId: string
  /** The template that the fields were filled from; null for a new one, and for one that is deleted by now. */
  readonly known: NotifierTemplate | null
  readonly onSaved: (template: NotifierTemplate) => void
  /** A colleague saved it meanwhile. */
  readonly onStale: (theirs: NotifierTemplate) => void
  /** A colleague deleted it meanwhile. */
  readonly onGone: () => void
}

/** Adds a template, which then has an address of its own, or saves it unless a colleague did meanwhile. */
export function useSaveTemplate({ organizationId, known, onSaved, onStale, onGone }: Saved) {
  const api = useApi()
  const navigate = useNavigate()
  const [addedId, setAddedId] = useState<string | null>(null)
  // The page asks nothing about unsaved words once it has rendered without them.
  useEffect(() => {
    if (addedId !== null) void navigate(templateAddress(addedId), { replace: true })
  }, [addedId, navigate])
  const submission = useSubmission<TemplateDraft>(async (draft, idempotencyKey) => {
    const body = { organizationId, ...bodyOf(draft) }
    const answer =
      known === null ? await api('addNotifierTemplate', { body, idempotencyKey }) : await saveOver(known, body)
    if (answer === null) return onGone()
    onSaved(answer.data)
    notifySuccess('Template saved')
    if (known === null) setAddedId(answer.data._id)
  })

  /** Null: a colleague deleted it. */
  async function saveOver(known: NotifierTemplate, fields: { organizationId: string } & ReturnType<typeof bodyOf>) {
    const save = ({ _id, version }: NotifierTemplate) =>
      api('saveNotifierTemplate', { params: { id: _id }, body: { ...fields, version } })
    try {
      return await save(known)
    } catch (error) {
      // A patient or an import of its audience may be what is not there.
      if (isRefused(error, 'not_found') && !(await isThere(known))) return null
      if (!(error instanceof CallError && isRefused(error, 'stale'))) throw error
      const theirs = error.data as NotifierTemplate
      onStale(theirs)
      // A run changes the version, and nothing that staff wrote.
      if (!isSameDraft(draftOf(theirs), draftOf(known))) throw error
      return await save(theirs)
    }
  }

  async function isThere({ _id }: NotifierTemplate): Promise<boolean> {
    const { data } = await api('notifierTemplates', { query: { query: JSON.stringify({ organizationId }) } })
    return data.some((one) => one._id === _id)
  }
  return { ...submission, isLeaving: addedId !== null }
}
