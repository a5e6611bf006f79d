import type { Import } from '@foyer/contracts/imports/imports.ts'
import { CircleAlert, CircleSlash, Undo2 } from 'lucide-react'
import { Note } from '../../../parts/state-notes.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Card } from '../kind-head.tsx'
import { uploadKinds } from '../upload-kinds.rules.ts'

/** An import that has ended without a result. */
export function NoticeCard({ told: { state, kind, problem } }: { told: Import }) {
  const to = uploadKinds.find(({ sheet }) => sheet === kind)?.to ?? '/uploads'
  const another = (
    <Link to={to} className={buttonLook('primary', 'md')}>
      Choose another file
    </Link>
  )
  if (state === 'failed')
    return (
      <Card label="The file">
        <Note icon={CircleAlert} title="The file can’t be read" detail={problem ?? 'The file is too large or damaged.'}>
          {another}
        </Note>
      </Card>
    )
  if (state === 'discarded')
    return (
      <Card label="The file">
        <Note icon={CircleSlash} title="The file was discarded" detail="Its rows are gone, and nothing was imported.">
          {another}
        </Note>
      </Card>
    )
  if (state === 'undone' || state === 'undoing')
    return (
      <Card label="The file">
        <Note icon={Undo2} title="The import was undone" detail="What it changed is as it was before.">
          {another}
        </Note>
      </Card>
    )
  return null
}
