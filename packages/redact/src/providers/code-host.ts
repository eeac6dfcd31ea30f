import { ALNUM, HEX, WORDS } from './token-rule.ts'
import type { ProviderRule } from './token-rule.ts'

export const CODE_HOST_RULES: readonly ProviderRule[] = [
  {
    kind: 'github-token',
    about: 'GitHub tokens: classic, fine-grained, OAuth, app and refresh',
    tokens: [
      ['ghp_', `${ALNUM}{36,255}`],
      ['gho_', `${ALNUM}{36,255}`],
      ['ghu_', `${ALNUM}{36,255}`],
      ['ghs_', `${ALNUM}{36,255}`],
      ['ghr_', `${ALNUM}{36,255}`],
      ['github_pat_', '\\w{22,255}'],
    ],
  },
  {
    kind: 'gitlab-token',
    about: 'GitLab tokens: personal, deploy, runner, trigger, feed, agent',
    tokens: [
      ['glpat-', '[\\w.-]{20,300}'],
      ['gldt-', `${WORDS}{20,64}`],
      ['glrt-', '[\\w.-]{20,300}'],
      ['glrtr-', '[\\w.-]{20,300}'],
      ['glcbt-', `${WORDS}{20,300}`],
      ['glptt-', `${WORDS}{20,64}`],
      ['glft-', `${WORDS}{20,64}`],
      ['glimt-', `${WORDS}{20,64}`],
      ['glagent-', `${WORDS}{40,64}`],
      ['gloas-', `${WORDS}{40,80}`],
      ['glsoat-', `${WORDS}{20,64}`],
      ['glffct-', `${WORDS}{20,64}`],
      ['GR1348941', `${WORDS}{20,64}`],
    ],
  },
  {
    kind: 'atlassian-token',
    about: 'Atlassian and Bitbucket tokens',
    tokens: [
      ['ATATT3', '[\\w=-]{60,400}'],
      ['ATCTT3', '[\\w=-]{60,400}'],
      ['ATBB', `${ALNUM}{24,60}`],
    ],
  },
  { kind: 'npm-token', about: 'npm access tokens', tokens: [['npm_', `${ALNUM}{36,64}`]] },
  {
    kind: 'pypi-token',
    about: 'PyPI upload tokens',
    tokens: [['pypi-AgE', `${WORDS}{50,1000}`]],
  },
  { kind: 'rubygems-key', about: 'RubyGems API keys', tokens: [['rubygems_', `${HEX}{48}`]] },
  { kind: 'nuget-key', about: 'NuGet API keys', tokens: [['oy2', '[a-z0-9]{43}']] },
  { kind: 'crates-token', about: 'crates.io tokens', tokens: [['cio', `${ALNUM}{32}`]] },
  {
    kind: 'docker-token',
    about: 'Docker Hub access tokens',
    tokens: [
      ['dckr_pat_', `${WORDS}{20,64}`],
      ['dckr_oat_', `${WORDS}{20,64}`],
    ],
  },
  {
    kind: 'artifactory-key',
    about: 'JFrog Artifactory keys and reference tokens',
    tokens: [
      ['AKCp', `${ALNUM}{60,80}`],
      ['cmVmd', `${ALNUM}{59}`],
    ],
  },
  {
    kind: 'sonar-token',
    about: 'SonarQube tokens',
    tokens: [
      ['squ_', `${HEX}{40}`],
      ['sqp_', `${HEX}{40}`],
      ['sqa_', `${HEX}{40}`],
    ],
  },
  {
    kind: 'ci-token',
    about: 'Buildkite and CircleCI tokens',
    tokens: [
      ['bkua_', `${HEX}{40}`],
      ['CCIPAT_', `${ALNUM}{22}_${HEX}{40}`],
      ['CCIPRJ_', `${ALNUM}{22}_${HEX}{40}`],
    ],
  },
]
