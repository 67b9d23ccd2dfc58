#include "rungate/base/stats.h"

#include <math.h>

/*
 * Roots of the distribution function, by bisection of the regularized incomplete beta function to 40 digits,
 * for 1 to RG_STUDENT_DF_MAX degrees of freedom. The unit test integrates the density and gets the same.
 */
static const double t_99[RG_STUDENT_DF_MAX] = {
    31.82051595377396,  6.964556734283274,  4.5407028585681335, 3.746947387979197,  3.3649299989072188,
    3.1426684032909833, 2.9979515668685286, 2.8964594477096224, 2.821437925025809,  2.763769458112696,
    2.7180791838138623, 2.680997993120915,  2.6503088379121915, 2.624494067590052,  2.6024802950111234,
    2.5834871852759913, 2.566933983724718,  2.5523796301822514, 2.5394831906239625, 2.5279770027415736,
    2.5176480160447423, 2.5083245528990803, 2.499866739494668,  2.492159473157756,  2.485107175410763,
    2.478629823591242,  2.472659911956007,  2.4671400979674725, 2.462021360150412,  2.4572615424005915,
    2.4528241934026456, 2.4486776336720517, 2.444794199807806,  2.441149627906483,  2.4377225471437423,
    2.4344940612311396, 2.4314474004646742, 2.428567630859088,  2.425841409735631,  2.4232567793348583,
    2.4208029917290794, 2.4184703596346364, 2.416250128762972,  2.4141343681687384, 2.412115875703359,
    2.4101880962013795, 2.408345050443426,  2.4065812732756076, 2.4048917595376684, 2.403271916674172,
    2.4017175230846974, 2.4002246914183827, 2.3987898361414395, 2.3974096448084556, 2.396081052553316,
    2.3948012193865673, 2.3935675099455542, 2.3923774753936806, 2.3912288372073567, 2.3901194726249133};

static const double t_999[RG_STUDENT_DF_MAX] = {
    318.30883898555044, 22.327124770119877, 10.214531852407386, 7.1731822197823085, 5.89342953135601,
    5.207626238725363,  4.785289628638334,  4.500790933723724,  4.296805662729919,  4.143700494046589,
    4.024701037630738,  3.9296332646264918, 3.8519823911683875, 3.7873902375233466, 3.7328344253109003,
    3.6861547926860134, 3.6457673800784094, 3.610484884825093,  3.579400148954716,  3.551808343203333,
    3.5271536688691776, 3.504992031084662,  3.4849643749398136, 3.466777298016028,  3.4501887269730642,
    3.434997181563116,  3.4210336212293053, 3.4081551783533595, 3.396240288356803,  3.385184866829305,
    3.374899280423302,  3.365305925859433,  3.356337279363628,  3.347934313333527,  3.3400452020985845,
    3.3326242570625015, 3.32563104519694,   3.3190296551103575, 3.3127880826719007, 3.3068777140858225,
    3.301272888859443,  3.295950528629724,  3.290889820560617,  3.2860719461802885, 3.2814798482316823,
    3.277098029464645,  3.272912378380934,  3.2689100178140067, 3.265079172928859,  3.2614090557983184,
    3.2578897641780835, 3.254512192484589,  3.251267953293979,  3.2481493079401296, 3.2451491050050736,
    3.242260725674601,  3.2394780350817474, 3.236795338886674,  3.234207344447293,  3.23170912602436};

static const double t_9995[RG_STUDENT_DF_MAX] = {
    636.6192487687197,  31.59905457644362,  12.923978636687483, 8.610301581379275,  6.86882662588111,
    5.9588161788187595, 5.407882520861725,  5.041305433373368,  4.780912585931139,  4.586893858702636,
    4.436979338234449,  4.3177912836061845, 4.220831727707121,  4.140454112738203,  4.072765195903791,
    4.014996327184056,  3.9651262721190315, 3.9216458250851596, 3.883405852592083,  3.8495162749308274,
    3.8192771642744625, 3.792130671698391,  3.7676268043117807, 3.7453986192900524, 3.72514394972865,
    3.7066117434809107, 3.689591713459236,  3.6739064007012767, 3.659405019466333,  3.645958635042022,
    3.633456349758331,  3.6218022598674953, 3.6109130076544282, 3.600715797386408,  3.591146775810778,
    3.582149701456337,  3.573674844445206,  3.5656780715802343, 3.5581200813327323, 3.550965760863311,
    3.544183642971583,  3.5377454453274297, 3.531625677808051,  3.5258013064871756, 3.520251464971098,
    3.5149572054818052, 3.5099012834494783, 3.505067970470203,  3.5004428913673666, 3.496012881811139,
    3.491765863533903,  3.48769073465719,   3.483777273038448,  3.4800160508702764, 3.47639835903359,
    3.4729161399299078, 3.469561927704783,  3.466328794931011,  3.463210304951942,  3.460200469196356};

double rg_student(enum rg_student_p p, size_t df)
{
    static const double *const tables[] = {
        [RG_STUDENT_99] = t_99, [RG_STUDENT_999] = t_999, [RG_STUDENT_9995] = t_9995};

    return tables[p][(df < 1 ? 1 : df > RG_STUDENT_DF_MAX ? (size_t)RG_STUDENT_DF_MAX : df) - 1];
}

/*
 * The value that would be at `rank` of the sorted values. Each pass halves the range that it can lie in (of
 * positive values, which may differ by orders of magnitude, the range of the logarithm) and shrinks it to
 * values that are there: a few passes for a few values, and never more than the range of a double has
 * halvings, so the work stays linear in the count.
 */
static double value_at(const double *values, size_t count, size_t rank)
{
    double low = values[0];
    double high = values[0];

    for (size_t i = 1; i < count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    while (low < high) {
        double middle = low > 0 ? sqrt(low) * sqrt(high) : low / 2 + high / 2;
        if (!(middle >= low && middle < high)) /* two neighbours */
            middle = low;
        double below = low; /* the largest value up to the middle, and the smallest above it */
        double above = high;
        size_t up_to_middle = 0;
        for (size_t i = 0; i < count; i++) {
            if (values[i] <= middle) {
                up_to_middle++;
                below = fmax(below, values[i]);
            } else {
                above = fmin(above, values[i]);
            }
        }
        if (rank < up_to_middle)
            high = below;
        else
            low = above;
    }
    return low;
}

double rg_median(const double *values, size_t count)
{
    if (count == 0)
        return 0;
    double low = value_at(values, count, (count - 1) / 2);
    double high = value_at(values, count, count / 2);
    return low == high ? low : (low + high) / 2;
}

static double itself(double value)
{
    return value;
}

static struct rg_moments moments_of(const double *values, size_t count, double (*of)(double))
{
    struct rg_moments m = {0};
    double squares = 0;

    for (size_t i = 0; i < count; i++)
        m.mean += of(values[i]);
    m.mean /= (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (of(values[i]) - m.mean) * (of(values[i]) - m.mean);
    m.deviation = count < 2 ? 0 : sqrt(squares / (double)(count - 1));
    return m;
}

struct rg_moments rg_moments(const double *values, size_t count)
{
    return moments_of(values, count, itself);
}

struct rg_moments rg_log_moments(const double *values, size_t count)
{
    return moments_of(values, count, log);
}
