import { boards } from '@foyer/contracts/dashboards/boards.rules.ts'
import { ChartColumn } from 'lucide-react'
import { useParams } from 'react-router'
import { PageRoom } from '../../parts/page-room.tsx'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { BoardScreen } from './board-screen.tsx'

/** One dashboard by its address. */
export function Component() {
  const organization = useActiveOrganization()
  const { board: asked } = useParams()
  const board = boards.find((one) => one === asked)
  if (organization === null) return null
  if (board === undefined)
    return (
      <PageRoom>
        <Note icon={ChartColumn} title="There is no such dashboard" detail="Choose one of those that there are.">
          <Link to="/dashboards" className={buttonLook('default', 'md')}>
            All dashboards
          </Link>
        </Note>
      </PageRoom>
    )
  return (
    <Queries>
      <BoardScreen key={`${organization._id} ${board}`} organization={organization} board={board} />
    </Queries>
  )
}
