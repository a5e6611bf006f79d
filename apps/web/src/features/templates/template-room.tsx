import { Repeat } from 'lucide-react'
import { Link } from 'react-router'
import { PageRoom } from '../../parts/page-room.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { TemplateEditor } from './template-editor.tsx'
import type { TemplatesOrganization } from './templates-screen.tsx'
import { useKnownTemplates } from './use-known-templates.ts'

interface TemplateRoomProps {
  organization: TemplatesOrganization
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
        {(all) => {
          const template = all.find(({ _id }) => _id === templateId)
          return template ? (
            <TemplateEditor organization={organization} template={template} onAnswer={templates.put} />
          ) : (
            <Absent name={organization.name} />
          )
        }}
      </QueryState>
    </PageRoom>
  )
}

function Absent({ name }: { name: string }) {
  return (
    <Note icon={Repeat} title="There is no such template" detail={`${name} has no template at this address.`}>
      <Link to="/templates" className={buttonLook('default', 'md')}>
        All templates
      </Link>
    </Note>
  )
}
