import type { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import { tokenPrefix } from '#contract/personal-tokens.ts';
import { scopeOf } from '#contract/programs.ts';
import { examplesOf, parameterExample } from './examples.ts';
import { endpointOf, type Visitor } from './kit.ts';

type Documentation = NonNullable<Parameters<typeof generateSpecs>[1]>['documentation'];
type Content = Record<string, { example?: unknown }>;
/** An operation of OpenAPI 3.1, as far as it is completed here. */
type Operation = {
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  security?: Record<string, string[]>[];
};

const jsonType = 'application/json';
const scheme = 'personalToken';
/** How programs prove whose they are. */
const components = {
  securitySchemes: {
    [scheme]: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${tokenPrefix}…`,
      description: "A personal token, which members make on their page Password. Each call names the token's scope.",
    },
  },
} as const;

const putExample = (content: Content | undefined, example: unknown): void => {
  const json = content?.[jsonType];
  if (json && example !== undefined) json.example = example;
};

/**
 * Generates the OpenAPI document from the calls that `describe` has declared, with an example of each and the scope that
 * a program needs.
 */
export async function openApiDocument(api: Hono<Visitor>, documentation: Documentation) {
  const document = await generateSpecs(api, { documentation: { ...documentation, components } });
  const paths = document.paths as Record<string, Record<string, Operation>>;
  for (const { handler } of api.routes) {
    const endpoint = endpointOf(handler);
    const operation = endpoint && paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
    if (!operation) continue;
    const { body, answer } = examplesOf(endpoint);
    putExample(operation.requestBody?.content, body);
    putExample(operation.responses['200']?.content, answer);
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'path') parameter.example = parameterExample(parameter.name);
    const scope = scopeOf(endpoint);
    if (scope) operation.security = [{}, { [scheme]: [scope] }];
  }
  return document;
}
