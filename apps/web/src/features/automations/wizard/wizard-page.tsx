import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { failureMessage, isRefused } from '../../../parts/failure-message.rules.ts'
import { LazyUnsavedGuard } from '../../../parts/form/lazy-unsaved-guard.tsx'
import { PageRoom } from '../../../parts/page-room.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { ForAdmins } from '../../../parts/query-state.tsx'
import { useActiveOrganization, useApp } from '../../../parts/services.tsx'
import { Failed, Loading, Note } from '../../../parts/state-notes.tsx'
import { useOffline } from '../../../parts/use-offline.ts'
import { notifySuccess } from '../../../ui/notify.tsx'
import { Absent } from '../absent.tsx'
import { NO_AUTOMATION } from '../new-automation.ts'
import { useAutomation } from '../use-automation.ts'
import type { AutomationWizardActor } from './automation-wizard.machine.ts'
import { useNewWizard, useSavedWizard } from './use-wizard.ts'
import { type WizardOrganization, WizardScreen } from './wizard-screen.tsx'

/** A new automation, or one that is changed. */
export function Component() {
  const organization = useActiveOrganization()
  const { id } = useParams()
  if (organization === null) return null
  const key = `${organization._id} ${id ?? 'new'}`
  return (
    <Queries>
      {id === undefined ? (
        <NewWizard key={key} {...{ organization }} />
      ) : (
        <SavedWizard key={key} {...{ organization }} automationId={id} />
      )}
    </Queries>
  )
}

interface WizardProps {
  organization: WizardOrganization
}

function NewWizard({ organization }: WizardProps) {
  const { _id: organizationId, timezone } = organization
  const actor = useNewWizard({ organizationId, timezone })
  return actor && <OpenWizard {...{ actor, organization }} isNew />
}

function SavedWizard({ organization, automationId }: WizardProps & { automationId: string }) {
  const { _id: organizationId, timezone } = organization
  const { data, isAbsent, isError, error, isFetching, refetch } = useAutomation(organizationId, automationId)
  const actor = useSavedWizard({ organizationId, timezone }, data, isAbsent)
  const offline = useOffline()
  if (actor !== null) return <OpenWizard {...{ actor, organization }} isNew={false} />
  if (isAbsent) return <Absent name={organization.name} />
  return (
    <PageRoom>
      {isError && isRefused(error, 'not_allowed') ? (
        <ForAdmins />
      ) : isError ? (
        <Failed what="The automation" message={failureMessage(error)} busy={isFetching} onRetry={() => refetch()} />
      ) : offline ? (
        <Note title="You are offline" detail="The automation will be loaded when you are back." />
      ) : (
        <Loading what="The automation" rows={6} />
      )}
    </PageRoom>
  )
}

interface OpenWizardProps extends WizardProps {
  actor: AutomationWizardActor
  isNew: boolean
}

/** The wizard, and its end: back to the list. */
export function OpenWizard({ actor, organization, isNew }: OpenWizardProps) {
  const app = useApp()
  const navigate = useNavigate()
  const finished = useSelector(actor, ({ context }) => context.finished)
  const name = useSelector(actor, ({ context }) => context.automation?.name ?? '')
  const leftId = useSelector(actor, ({ context: { automation, finished: end }, value }) =>
    value.publishing === 'no' && value.keeping !== 'saving' && end === null ? (automation?._id ?? null) : null,
  )
  const isUnsaved = useSelector(
    actor,
    ({ context: { automation, isKept, finished: end } }) => !isNew && automation !== null && !isKept && end === null,
  )
  const offline = useOffline()
  useEffect(() => {
    if (!offline) actor.send({ type: 'retry' })
  }, [actor, offline])
  useEffect(() => {
    if (finished === null) return
    if (isNew) app.mainContext.automation = { ...NO_AUTOMATION }
    notifySuccess(finished === 'saved' ? `Saved “${name}”` : `Turned on “${name}”`)
    void navigate('/automations')
  }, [finished, isNew, name, app, navigate])
  // It was saved and not turned on: from now on its draft is on the server.
  useEffect(() => {
    if (!isNew || leftId === null) return
    app.mainContext.automation = { ...NO_AUTOMATION }
    void navigate(`/automations/${leftId}/edit`, { replace: true })
  }, [isNew, leftId, app, navigate])
  return (
    <>
      <LazyUnsavedGuard unsaved={isUnsaved} />
      {finished === null && <WizardScreen {...{ actor, organization }} />}
    </>
  )
}
