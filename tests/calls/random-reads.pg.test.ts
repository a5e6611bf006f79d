import { tryAtRandom } from './random-tries.ts'
import { callNames, callOf } from './requests.ts'

tryAtRandom(callNames.filter((name) => callOf(name).method === 'GET'))
