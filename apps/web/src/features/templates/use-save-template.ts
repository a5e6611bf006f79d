import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmission } from '../../lib/use-submission.ts'
import { useApi } from '../../parts/services.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { bodyOf, type TemplateDraft } from './template-draft.rules.ts'
import { templateAddress } from './template-words.rules.ts'

/** Adds a template, which then has an address of its own, or saves it. */
export function useSaveTemplate(
  organizationId: string,
  templateId: string | null,
  onSaved: (template: NotifierTemplate) => void,
) {
  const api = useApi()
  const navigate = useNavigate()
  const [addedId, setAddedId] = useState<string | null>(null)
  // The page asks nothing about unsaved words once it has rendered without them.
  useEffect(() => {
    if (addedId !== null) void navigate(templateAddress(addedId), { replace: true })
  }, [addedId, navigate])
  const submission = useSubmission<TemplateDraft>(async (draft, idempotencyKey) => {
    const body = { organizationId, ...bodyOf(draft) }
    const { data } =
      templateId === null
        ? await api('addNotifierTemplate', { body, idempotencyKey })
        : await api('saveNotifierTemplate', { params: { id: templateId }, body })
    onSaved(data)
    notifySuccess('Template saved')
    if (templateId === null) setAddedId(data._id)
  })
  return { ...submission, isLeaving: addedId !== null }
}
