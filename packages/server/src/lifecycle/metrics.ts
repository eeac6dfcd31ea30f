/** Counters of the server in Prometheus' text form. Labels are route templates and statuses: their number is bounded. */
export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #durations = new Histogram(DURATION_STEPS)
  readonly #lag = new Histogram(LAG_STEPS)
  readonly #gauges: { name: string; help: string; type: 'gauge' | 'counter'; read: () => number }[] = []

  request(request: {
    readonly method: string
    readonly route: string
    readonly status: number
    /** Null for a stream: it lasts as long as somebody listens. */
    readonly seconds: number | null
  }): void {
    const labels = `method="${request.method}",route="${request.route}",status="${request.status}"`
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1)
    if (request.seconds !== null) this.#durations.add(request.seconds)
  }

  /** From a line in a file to the event for it, in seconds. */
  eventLag(seconds: number): void {
    this.#lag.add(seconds)
  }

  /** A figure that is read when it is asked for. */
  figure(type: 'gauge' | 'counter', name: string, help: string, read: () => number): void {
    this.#gauges.push({ name, help, type, read })
  }

  text(): string {
    return [
      ...heading('skein_requests_total', 'counter', 'Requests by route and status.'),
      ...Array.from(this.#requests, ([labels, count]) => `skein_requests_total{${labels}} ${count}`),
      ...this.#durations.lines('skein_request_duration_seconds', 'Time until a request was answered.'),
      ...this.#lag.lines('skein_event_lag_seconds', 'Time from a change of a file to its event.'),
      ...this.#gauges.flatMap(({ name, help, type, read }) => [
        ...heading(name, type, help),
        `${name} ${read()}`,
      ]),
      '',
    ].join('\n')
  }
}

class Histogram {
  readonly #steps: readonly number[]
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(steps: readonly number[]) {
    this.#steps = steps
    this.#counts = steps.map(() => 0)
  }

  add(value: number): void {
    this.#sum += value
    this.#count++
    for (const [i, step] of this.#steps.entries()) if (value <= step) this.#counts[i]++
  }

  lines(name: string, help: string): string[] {
    return [
      ...heading(name, 'histogram', help),
      ...this.#steps.map((step, i) => `${name}_bucket{le="${step}"} ${this.#counts[i]}`),
      `${name}_bucket{le="+Inf"} ${this.#count}`,
      `${name}_sum ${this.#sum}`,
      `${name}_count ${this.#count}`,
    ]
  }
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

const DURATION_STEPS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const LAG_STEPS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 5]
