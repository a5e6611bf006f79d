import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { useState } from 'react'
import { draftOf, isSameDraft, newTemplate, type TemplateDraft } from './template-draft.rules.ts'

const writtenIn = (template: NotifierTemplate | null): TemplateDraft =>
  template === null ? newTemplate : draftOf(template)

/** The fields of a template, and whether a colleague saved it since they were filled. Null for a new one. */
export function useTemplateDraft(template: NotifierTemplate | null) {
  const [base, setBase] = useState(template)
  const [draft, setDraft] = useState(() => writtenIn(template))
  const stored = writtenIn(base)
  const isDirty = !isSameDraft(draft, stored)
  const told = writtenIn(template)
  const isOvertaken = template !== null && base !== null && !isSameDraft(told, stored) && !isSameDraft(told, draft)
  const load = (newest: NotifierTemplate) => {
    setBase(newest)
    setDraft(draftOf(newest))
  }
  // Nothing was written here, so a colleague's change shows at once.
  const isNewer = template !== null && base !== null && template !== base && template.version >= base.version
  if (isNewer && !isDirty) load(template)
  return {
    ...{ base, draft, isDirty, isOvertaken, load },
    change: (values: Partial<TemplateDraft>) => setDraft((before) => ({ ...before, ...values })),
    /** The next save goes over the colleague's. */
    keepMine: () => setBase(template),
  }
}
