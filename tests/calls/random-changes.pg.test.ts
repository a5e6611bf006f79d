import { tryAtRandom } from './random-tries.ts'
import { callNames, callOf } from './requests.ts'

/** In a file of its own, beside the reads: two workers are done in half the time. */
tryAtRandom(callNames.filter((name) => callOf(name).method !== 'GET'))
