/** The events that tell of automations and their runs. */
import { event } from '../event.ts'
import {
  automationExample,
  automationPauseSchema,
  automationSchema,
  pauseExample,
  runExample,
  runSchema,
} from './automation.ts'

/** An automation is new or changed, was switched, removed or restored, or stopped by itself. */
export const automationChanged = event({
  type: 'automation.changed',
  data: automationSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: automationExample,
})

/** A run began, went on or ended. */
export const automationRunChanged = event({
  type: 'automation.run',
  data: runSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: runExample,
})

/** All automations were paused, or go on. */
export const automationsPaused = event({
  type: 'automations.paused',
  data: automationPauseSchema,
  key: ({ organizationId }) => organizationId,
  audience: () => 'organization',
  example: pauseExample,
})
