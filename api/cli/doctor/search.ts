import * as v from 'valibot';
import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import { OpenSearchClient, SearchFailure } from '#api/features/search/open-search/client.ts';
import type { SearchAddress } from '#api/platform/settings/search-address.ts';
import { newId } from '#contract/ids.ts';
import { isNear } from './ask.ts';
import { type Check, type Deployment, type Finding, fault, messageOf, ok, warning } from './finding.ts';

/** The oldest version that our tests run on. */
const [minTestedMajor, minTestedMinor] = [2, 19];
/** Bikes that may be missing, or too many, while some are being written: this many, or this share. */
const [nearCount, nearShare] = [20, 0.01];

const Root = v.object({ version: v.object({ number: v.string(), distribution: v.optional(v.string(), '') }) });
const Health = v.object({ status: v.string() });
const Count = v.object({ count: v.number() });

export const search: Check = {
  name: 'Search',
  async run({ config, database }) {
    if (!config.search) return [];
    const { search: address } = config;
    const findings: Finding[] = [];
    const client = new OpenSearchClient(address);
    try {
      findings.push(...networkFindings(address));
      const { version } = v.parse(Root, await client.request('GET', ''));
      findings.push(versionFinding(version.number, version.distribution));
      findings.push(...(await indexFindings(client, database)));
    } catch (error) {
      if (v.isValiError(error)) {
        const found = `${address.origin} answers, but not as OpenSearch does.`;
        return [...findings, fault(found, 'Correct the host and the port in SEARCH_URL.')];
      }
      if (!(error instanceof SearchFailure)) throw error;
      findings.push(failureFinding(error, address));
    }
    return findings;
  },
};

/** Whether the password crosses a network in clear text. */
function networkFindings({ origin, headers }: SearchAddress): Finding[] {
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:' || isNear(hostname) || Object.keys(headers).length === 0) return [];
  const found = 'SEARCH_URL is http: its password crosses the network in clear text.';
  return [fault(found, 'Let OpenSearch offer TLS, and write https:// in SEARCH_URL.')];
}

export function versionFinding(number: string, distribution: string): Finding {
  if (distribution !== 'opensearch') {
    const found = `The search server is no OpenSearch (${distribution || 'Elasticsearch'} ${number}).`;
    return fault(found, 'Set SEARCH_URL to an OpenSearch server, version 2.19 or later.');
  }
  const [major = 0, minor = 0] = number.split('.').map(Number);
  if (major > minTestedMajor || (major === minTestedMajor && minor >= minTestedMinor))
    return ok(`OpenSearch ${number} answers.`);
  return warning(`OpenSearch ${number} is older than any that this site is tested on.`, 'Update it to 2.19 or later.');
}

async function indexFindings(client: OpenSearchClient, database: Deployment['database']): Promise<Finding[]> {
  const { alias } = client;
  const bikes = database ? await new FoundBikes(database.db).countAll().catch(() => null) : null;
  if ((await client.find(`_alias/${alias}`)) === null) {
    if (await isIndex(client)) {
      const found = `${alias} is an index of its own, where the site needs an alias.`;
      return [fault(found, 'Delete that index, or write another name at the end of SEARCH_URL.')];
    }
    const found = `There is no search index ${alias} yet: the database answers searches.`;
    const fix = 'The site builds it within minutes of its start. If it does not, run "npm run reindex" and see why.';
    return [bikes ? fault(found, fix) : warning(found, fix)];
  }
  const { status } = v.parse(Health, await client.request('GET', `_cluster/health/${alias}?timeout=5s`));
  if (status === 'red') {
    const fix = 'Start all nodes of OpenSearch. If the index is lost, run "npm run reindex".';
    return [fault('A part of the search index is missing (red): the database answers searches.', fix)];
  }
  const findings: Finding[] = [];
  if (status === 'yellow') {
    const fix = 'Start all nodes of OpenSearch, and see "_cluster/allocation/explain".';
    findings.push(warning('The search index lacks its second copy (yellow).', fix));
  }
  const { count } = v.parse(Count, await client.request('GET', `${alias}/_count`));
  return [...findings, ...(bikes === null ? [] : [countFinding(count, bikes)]), await writeFinding(client)];
}

const isIndex = async (client: OpenSearchClient): Promise<boolean> => (await client.find(client.alias)) !== null;

export function countFinding(count: number, bikes: number): Finding {
  if (Math.abs(count - bikes) <= Math.max(nearCount, bikes * nearShare))
    return ok(`The search index has ${count} bikes, and the database ${bikes}.`);
  const found = `The search index has ${count} bikes, but the database ${bikes}.`;
  return fault(found, 'The site rebuilds it within half an hour. If it does not, run "npm run reindex".');
}

/** Deletes a document that there never was. */
async function writeFinding(client: OpenSearchClient): Promise<Finding> {
  try {
    await client.bulk(client.alias, 1, [{ id: `doctor ${newId()}`, body: null }]);
    return ok('It takes writes.');
  } catch (error) {
    const found = `The search index takes no writes: ${messageOf(error)}.`;
    const fix = `Give its user all rights to ${client.alias}-* and bulk writes. If its disk is full, free space there.`;
    return fault(found, fix);
  }
}

function failureFinding({ status, message, cause }: SearchFailure, { origin, alias }: SearchAddress): Finding {
  if (status === 401)
    return fault(
      'OpenSearch refuses the login (401).',
      'Correct USER:PASSWORD in SEARCH_URL. Write / as %2F and @ as %40 in the password.',
    );
  if (status === 403)
    return fault(
      `${messageOf(message)}.`,
      `Give the user of SEARCH_URL all rights to the indexes ${alias}-* and that alias, and cluster monitoring.`,
    );
  if (status > 0) return fault(`${messageOf(message)}.`, "See OpenSearch's log.");
  const reason = cause instanceof Error ? (cause.cause ?? cause) : message;
  const found = `OpenSearch at ${origin} does not answer: ${messageOf(reason)}.`;
  if (/certificate|altnames/i.test(messageOf(reason)))
    return fault(found, 'Give it a certificate for its host, and its issuer to Node: NODE_EXTRA_CA_CERTS=ca.pem.');
  return fault(found, 'Start it, correct the host and the port in SEARCH_URL, or let the firewall pass it.');
}
