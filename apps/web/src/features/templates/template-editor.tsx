import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { MessagePart } from '../../parts/campaigns/message/message-part.tsx'
import { UnsavedGuard } from '../../parts/form/unsaved-guard.tsx'
import { PageSheet, Section } from '../../parts/page-sheet.tsx'
import { useServices } from '../../parts/services.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { DeleteTemplate } from './delete-template.tsx'
import { KindFields } from './kind-fields.tsx'
import { PeriodFields } from './period-fields.tsx'
import { RunsSection } from './runs-section.tsx'
import { draftErrors, draftOf, isSameDraft, newTemplate, type TemplateDraft } from './template-draft.rules.ts'
import { frequencyWords, missWords, templateFailure } from './template-words.rules.ts'
import type { TemplatesOrganization } from './templates-screen.tsx'
import { useSaveTemplate } from './use-save-template.ts'
import { useTemplateWords } from './use-template-words.ts'

interface TemplateEditorProps {
  organization: TemplatesOrganization
  /** Null for a new one. */
  template: NotifierTemplate | null
  onAnswer: (template: NotifierTemplate) => void
}

/** [TMPL-01] The words of a template, its patients and its period; and its runs. */
export function TemplateEditor({ organization, template, onAnswer }: TemplateEditorProps) {
  const { _id: organizationId, timezone } = organization
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const [base, setBase] = useState(template)
  const [draft, setDraft] = useState(template === null ? newTemplate : draftOf(template))
  const [isTried, setIsTried] = useState(false)
  const stored = base === null ? newTemplate : draftOf(base)
  const isDirty = !isSameDraft(draft, stored)
  const told = template === null ? null : draftOf(template)
  const isOvertaken = told !== null && base !== null && !isSameDraft(told, stored) && !isSameDraft(told, draft)
  const load = (newest: NotifierTemplate) => {
    setBase(newest)
    setDraft(draftOf(newest))
  }
  // Nothing was written here, so a colleague's change shows at once.
  const isNewer = template !== null && base !== null && template !== base && template.version >= base.version
  if (isNewer && !isDirty) load(template)
  const save = useSaveTemplate({
    organizationId,
    // A run changes the version, and nothing that staff wrote.
    known: isOvertaken ? base : template,
    onSaved(saved) {
      load(saved)
      onAnswer(saved)
    },
    onStale: onAnswer,
  })
  const words = useTemplateWords(draft, organization, now)
  const errors = isTried ? draftErrors(draft) : {}
  const change = (values: Partial<TemplateDraft>) => {
    save.forget()
    setDraft((before) => ({ ...before, ...values }))
  }
  const take = (choose: () => void) => {
    save.forget()
    choose()
  }
  function submit() {
    setIsTried(true)
    const isWrong = Object.values(draftErrors(draft)).some((error) => error !== undefined)
    if (!isWrong && !offline) void save.submit(draft)
  }
  const [miss] = template?.missed ?? []
  return (
    <>
      <UnsavedGuard unsaved={isDirty && !save.busy && !save.isLeaving} />
      <PageSheet
        title={template === null ? 'New template' : template.name}
        {...(template !== null && { lead: frequencyWords(template, now, timezone) })}
        wide
        action={template !== null && <DeleteTemplate {...{ template, offline }} />}
      >
        {isOvertaken && template !== null && (
          <div
            role="alert"
            className="flex flex-wrap items-center gap-3 bg-warn px-4 py-2.5 text-sm text-warn-text md:px-5"
          >
            <span className="min-w-0 flex-1">Somebody saved this template in the meantime.</span>
            <Button size="sm" onClick={() => take(() => load(template))}>
              Load it
            </Button>
            <Button size="sm" onClick={() => take(() => setBase(template))}>
              Keep mine
            </Button>
          </div>
        )}
        {miss && (
          <p className="px-4 py-2.5 text-sm text-warn-text md:px-5">{`${missWords(miss, now, timezone)} It is not made up for.`}</p>
        )}
        <Section title="When">
          <PeriodFields {...{ draft, errors, offline }} onChange={change} />
        </Section>
        <Section title="Audience">
          <AudienceFields {...{ organizationId, draft }} errors={errors} onChange={change} />
        </Section>
        <Section title="Message">
          <KindFields draft={draft} onChange={change} />
          <MessagePart
            message={draft}
            onChange={change}
            problems={words.problems}
            values={words.values}
            shortLink={words.shortLink}
            isTried={isTried && draft.active}
          />
        </Section>
        <div className="space-y-3 px-4 py-4 md:px-5">
          {save.error !== null && !isOvertaken && <FormProblem>{templateFailure(save.error)}</FormProblem>}
          <div className="flex justify-end">
            <Button
              kind="primary"
              busy={save.busy}
              disabledReason={
                offlineReason(offline, 'Saving') ?? (isDirty || template === null ? undefined : 'Nothing was changed')
              }
              onClick={submit}
            >
              Save template
            </Button>
          </div>
        </div>
        {template !== null && <RunsSection {...{ organizationId, now, timezone }} templateId={template._id} />}
      </PageSheet>
    </>
  )
}
