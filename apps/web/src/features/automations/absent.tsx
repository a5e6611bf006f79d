import { Workflow } from 'lucide-react'
import { PageRoom } from '../../parts/page-room.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'

/** No automation has the id of the address. */
export function Absent({ name }: { name: string }) {
  return (
    <PageRoom>
      <Note
        icon={Workflow}
        title="This automation can’t be found"
        detail={`It may have been removed, or it may belong to an organization other than ${name}.`}
      >
        <Link to="/automations" className={buttonLook('default', 'md')}>
          All automations
        </Link>
      </Note>
    </PageRoom>
  )
}
