import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { TRIGGERS } from '@foyer/contracts/automations/triggers.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineWords } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { forecastWords } from './forecast-words.rules.ts'

interface ForecastProps {
  definition: Definition
  organizationId: string
  /** Null for a new one. */
  automationId: string | null
  now: Date
  timezone: string
  offline: boolean
}

/** Says when a rule that starts by the time will start first, by the rows as they are now. Nothing for any other rule. */
export function Forecast(props: ForecastProps) {
  return TRIGGERS[props.definition.trigger.kind].isTimed ? <TimedForecast {...props} /> : null
}

function TimedForecast({ definition, organizationId, automationId, now, timezone, offline }: ForecastProps) {
  const api = useApi()
  const known = automationId === null ? {} : { _id: automationId }
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['forecastAutomation', organizationId, automationId, definition],
    queryFn: async ({ signal }) =>
      (await api('forecastAutomation', { body: { organizationId, ...known, ...definition }, signal })).data,
    enabled: !offline,
    // Each booking changes the visits ahead, so the step asks for the forecast each time it is shown.
    ...{ staleTime: 0, gcTime: 0 },
  })
  if (data !== undefined)
    return data === null ? null : (
      <p role="status" className="mt-0.5 text-xs font-medium">
        {forecastWords(data, now, timezone)}
      </p>
    )
  if (offline) return <p className="mt-0.5 text-xs text-muted">{offlineWords('Looking ahead')}</p>
  if (isError && !isFetching)
    return (
      <div role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-xs text-bad-text">
        <p className="min-w-0 wrap-anywhere">{`What is ahead did not load. ${failureMessage(error)}`}</p>
        <Button size="sm" icon={RotateCw} onClick={() => void refetch()} className="pointer-coarse:h-11">
          Look again
        </Button>
      </div>
    )
  return (
    <p role="status" className="mt-0.5 flex items-center gap-1.5 text-xs text-muted">
      <Spinner size={12} />
      Looking at what is ahead
    </p>
  )
}
