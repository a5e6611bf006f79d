import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { confirmVisits, forecast, noForecast, tried } from '../fixtures/automations.ts'
import { part } from '../gallery-entry.ts'
import { WizardScene } from '../scenes/automations-scene.tsx'

interface ReviewProps {
  ask: Answers['forecastAutomation']
  offline?: boolean
}

/** Step 4 with the answer on what is ahead. */
function Review({ ask, offline = false }: ReviewProps) {
  return (
    <WizardScene
      draft={confirmVisits}
      step={4}
      tryOut={async () => tried}
      offline={offline}
      answers={ask ? { forecastAutomation: ask } : {}}
      then={async ({ find }) => {
        const line = await find('main [role=switch]')
        line.scrollIntoView({ block: 'center' })
      }}
    />
  )
}

export const automationForecastPart = part('Forecasts of automations', {
  told: { title: 'When it will start', show: () => <Review ask={() => ok(forecast)} /> },
  loading: { title: 'What is ahead is loading', show: () => <Review ask={never} /> },
  none: { title: 'It starts for nobody', show: () => <Review ask={() => ok(noForecast)} /> },
  held: { title: 'More than an hour may have', show: () => <Review ask={() => ok({ ...forecast, held: 14 })} /> },
  failed: { title: 'What is ahead did not load', show: () => <Review ask={() => refuse()} /> },
  offline: { title: 'What is ahead, offline', show: () => <Review ask={never} offline /> },
})
