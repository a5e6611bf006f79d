import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useNow } from '../../lib/use-now.ts'
import type { Clinic } from '../../parts/campaigns/clinic.ts'
import { MessagePart } from '../../parts/campaigns/message/message-part.tsx'
import { useWords } from '../../parts/campaigns/message/use-words.ts'
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
import { draftErrors, type TemplateDraft } from './template-draft.rules.ts'
import { DeletedBar, DeletedTemplate, OvertakenBar } from './template-notes.tsx'
import { frequencyWords, missWords, templateFailure } from './template-words.rules.ts'
import { useSaveTemplate } from './use-save-template.ts'
import { useTemplateDraft } from './use-template-draft.ts'

interface TemplateEditorProps {
  organization: Clinic
  /** Null for a new one. */
  template: NotifierTemplate | null
  /** A colleague deleted it. */
  isDeleted?: boolean
  onAnswer: (template: NotifierTemplate) => void
}

/** [TMPL-01] The words of a template, its patients and its period; and its runs. */
export function TemplateEditor({ organization, template, isDeleted = false, onAnswer }: TemplateEditorProps) {
  const { _id: organizationId, timezone } = organization
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const written = useTemplateDraft(template)
  const { draft, isDirty, load } = written
  const [isTried, setIsTried] = useState(false)
  // Words that were written when a colleague deleted the template stay, whatever is done with them then.
  const [gone, setGone] = useState<'empty' | 'written' | null>(null)
  const [hasLeft, setHasLeft] = useState(false)
  const end = () => setGone(isDirty ? 'written' : 'empty')
  // Not while rendering: React keeps a state that was set by a render that it discards, and words may be typed meanwhile.
  useEffect(() => {
    if (isDeleted) setGone((known) => known ?? (isDirty ? 'written' : 'empty'))
  }, [isDeleted, isDirty])
  const isGone = gone !== null
  const isOvertaken = written.isOvertaken && !isGone
  const save = useSaveTemplate({
    organizationId,
    // A run changes the version, and nothing that staff wrote.
    known: isGone ? null : isOvertaken ? written.base : template,
    onSaved(saved) {
      load(saved)
      onAnswer(saved)
    },
    onStale: onAnswer,
    onGone: end,
  })
  const navigate = useNavigate()
  // The page asks nothing about unsaved words once it has rendered without them.
  useEffect(() => {
    if (hasLeft) void navigate('/templates')
  }, [hasLeft, navigate])
  const words = useWords(draft, organization, now)
  const errors = isTried ? draftErrors(draft) : {}
  const change = (values: Partial<TemplateDraft>) => {
    save.forget()
    written.change(values)
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
  if (gone === 'empty') return <DeletedTemplate />
  return (
    <>
      <UnsavedGuard unsaved={isDirty && !save.busy && !save.isLeaving && !hasLeft} />
      <PageSheet
        title={template === null ? 'New template' : template.name}
        {...(template !== null && !isGone && { lead: frequencyWords(template, now, timezone) })}
        wide
        action={
          template !== null &&
          !isGone && <DeleteTemplate {...{ template, offline }} onDeleted={() => setHasLeft(true)} />
        }
      >
        {isGone && <DeletedBar />}
        {isOvertaken && template !== null && (
          <OvertakenBar onLoad={() => take(() => load(template))} onKeep={() => take(written.keepMine)} />
        )}
        {miss && (
          <p className="px-4 py-2.5 text-sm text-warn-text md:px-5">{`${missWords(miss, now, timezone)} It is not made up for.`}</p>
        )}
        <Section title="When">
          <PeriodFields {...{ draft, errors, offline }} today={dayIn(now, timezone)} onChange={change} />
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
                offlineReason(offline, 'Saving') ??
                (isDirty || template === null || isGone ? undefined : 'Nothing was changed')
              }
              onClick={submit}
            >
              {isGone ? 'Save as a new template' : 'Save template'}
            </Button>
          </div>
        </div>
        {template !== null && <RunsSection {...{ organizationId, now, timezone }} templateId={template._id} />}
      </PageSheet>
    </>
  )
}
