import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import type { Clinic } from '../../parts/campaigns/clinic.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { AllTemplates } from './template-notes.tsx'
import { useKnownTemplates } from './use-known-templates.ts'

interface TemplateRoomProps {
  organization: Clinic
  /** Null for a new one. */
  templateId: string | null
}

/** One template by its address. */
export function TemplateRoom({ organization, templateId }: TemplateRoomProps) {
  const templates = useKnownTemplates(organization._id)
  if (templateId === null)
    return (
      <PageRoom>
        <TemplateEditor organization={organization} template={null} onAnswer={templates.put} />
      </PageRoom>
    )
  return (
    <PageRoom>
      <QueryState query={templates} what="The template" rows={6}>
        {(all) => (
          <KnownTemplate
            organization={organization}
            told={all.find(({ _id }) => _id === templateId)}
            onAnswer={templates.put}
          />
        )}
      </QueryState>
    </PageRoom>
  )
}

interface KnownTemplateProps {
  organization: Clinic
  /** Undefined where there is none, or none any more. */
  told: NotifierTemplate | undefined
  onAnswer: (template: NotifierTemplate) => void
}

/** The editor stays with what was written in it when a colleague deletes the template. */
function KnownTemplate({ organization, told, onAnswer }: KnownTemplateProps) {
  const [last, setLast] = useState(told)
  if (told !== undefined && told !== last) setLast(told)
  const template = told ?? last
  if (template === undefined) return <Absent name={organization.name} />
  return <TemplateEditor {...{ organization, template, onAnswer }} isDeleted={told === undefined} />
}

function Absent({ name }: { name: string }) {
  return (
    <Note icon={Repeat} title="There is no such template" detail={`${name} has no template at this address.`}>
      <AllTemplates />
    </Note>
  )
}
